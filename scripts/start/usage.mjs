/** What `npm start -- --help` prints, before any package is installed: plain JavaScript for whatever Node there is. */
export const usage = `npm start [-- --no-agent] [-- --host 0.0.0.0] [-- --demo]
  --no-agent             do not build and start an agent on this machine
  --demo                 show a simulated fleet of 200 hosts and 2,000 drives, in a database of its own
  --host ADDR            listen on this address (default 127.0.0.1: this machine only)
  --password-link EMAIL  start nothing: reset this person's password in the running Crosspoint, and print the link
Environment: WEB_PORT (3000), GATEWAY_PORT (4100), WEB_URL, GATEWAY_URL, DATABASE_URL, MIGRATION_DATABASE_URL,
  CROSSPOINT_DATA_DIR`;

/** Whether somebody asks for it. */
export function asksForHelp(args) {
  return args.includes("--help") || args.includes("-h");
}

/** Whether they want the simulated fleet. */
export function asksForDemo(args) {
  return args.includes("--demo");
}
