/** Answers undefined when signed in, else why not. */
export async function signIn(email: string, password: string): Promise<string | undefined> {
  const response = await post("/api/auth/sign-in/email", { email, password }).catch(() => undefined);
  if (response?.ok) return undefined;
  if (!response) return "The server could not be reached. Check the connection and try again.";
  if (response.status === 429) return "Too many attempts. Wait a minute and try again.";
  if (response.status === 401) return "E-mail or password is wrong. An admin can set a new password for you.";
  return `The server would not sign you in (${response.status}). Its log says why.`;
}

export async function signOut(): Promise<void> {
  await post("/api/auth/sign-out", {});
  // A full load: nothing that this person could see stays in the tab.
  window.location.assign("/sign-in");
}

function post(url: string, body: object): Promise<Response> {
  return fetch(url, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(body),
  });
}
