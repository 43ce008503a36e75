/** `3,200 leads`, `1 lead`. */
export const leadsText = (count: number): string =>
  `${count.toLocaleString('en-US')} ${count === 1 ? 'lead' : 'leads'}`;
