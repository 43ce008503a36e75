import * as v from 'valibot';

/** The part of the contract about the vault that subscribers see. */

/** `description` holds the notes; `vaultedDate` is an ISO date and time. `null` stands for what is not known. */
export const VaultedLeadBody = v.object({
  id: v.string(),
  firstName: v.string(),
  lastName: v.string(),
  email: v.nullable(v.string()),
  phoneNumber: v.nullable(v.string()),
  address1: v.nullable(v.string()),
  city: v.string(),
  state: v.string(),
  description: v.string(),
  leadPrice: v.number(),
  vaultedDate: v.string(),
});
export type VaultedLeadBody = v.InferOutput<typeof VaultedLeadBody>;

/** `totalItems` counts what was found, `totalAll` the whole vault. */
export const VaultAnswer = v.object({
  data: v.array(VaultedLeadBody),
  currentPage: v.number(),
  totalPages: v.number(),
  totalItems: v.number(),
  totalAll: v.number(),
});
export type VaultAnswer = v.InferOutput<typeof VaultAnswer>;

export const ExportAnswer = v.object({ status: v.literal('success'), data: v.array(VaultedLeadBody) });
export type ExportAnswer = v.InferOutput<typeof ExportAnswer>;
