/** Whether a text has the very shape of the number that people name a sale by: `HL-7K2M-9QXD`. */
export const isSaleNumber = (text: string): boolean => /^HL-[0-9A-Z]{4}-[0-9A-Z]{4}$/.test(text);
