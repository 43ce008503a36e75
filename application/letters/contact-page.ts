/** Our contact form, with a sale number in it. */
export const contactPage = (shopUrl: string, saleNumber: string): string => `${shopUrl}/contact-us?lead=${saleNumber}`;
