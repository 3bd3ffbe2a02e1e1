import { z } from "zod";

/** Why a person does something: kept beside it, and in the audit. */
export const reasonText = z.string().trim().min(1, "Say why.").max(500);
