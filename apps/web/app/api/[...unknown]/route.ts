/** Any address below /api that no other route takes, by any method: the page for unknown addresses would answer 405. */
function handler(): Response {
  return Response.json({ message: "There is nothing at this address." }, { status: 404 });
}

export { handler as DELETE, handler as GET, handler as PATCH, handler as POST, handler as PUT };
