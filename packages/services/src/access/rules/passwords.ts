import { z } from "zod";

/** Length is what counts (NIST SP 800-63B, section 5.1.1.2); the upper limit bounds the work of hashing. */
export const passwordLimits = { minCharacters: 12, maxCharacters: 128 } as const;

export const passwordInput = z
  .string()
  .min(passwordLimits.minCharacters, `Use at least ${passwordLimits.minCharacters} characters.`)
  .max(passwordLimits.maxCharacters, `Use at most ${passwordLimits.maxCharacters} characters.`);

export const personInput = z.object({
  name: z.string().trim().min(1, "Say what to call this person.").max(200),
  email: z.email("This is not an e-mail address.").max(254).toLowerCase(),
  password: passwordInput,
});
export type PersonInput = z.infer<typeof personInput>;
