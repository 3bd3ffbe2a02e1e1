/** Begins the serial of every simulated drive, and of no other. */
export const simulatedSerialPrefix = "SIMULATED-";
/** Begins the name of every simulated host. */
export const simulatedHostnamePrefix = "sim-";

/** Whether a drive is simulated; no real host may list one like it, in whatever letter case. */
export function isSimulatedSerial(serial: string): boolean {
  return serial.trim().toUpperCase().startsWith(simulatedSerialPrefix);
}

export function isSimulatedHostname(hostname: string): boolean {
  return hostname.startsWith(simulatedHostnamePrefix);
}
