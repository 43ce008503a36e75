import { expect, test } from 'vitest';
import { axe, phone, visitor } from '#tests/support/browser.ts';

// Without a font the browser draws nothing and axe, which judges only what is drawn, praises every page.
test('the test browser draws text, and axe sees when it is too pale to read', async () => {
  const context = await visitor({ viewport: phone });
  const page = await context.newPage();
  await page.setContent(
    `<html lang="en" style="color-scheme: light dark; background: light-dark(#fff, #111)"><title>Pale</title>
     <main><h1 style="color: light-dark(#ddd, #fff)">Pale words</h1><h2 style="color: light-dark(#000, #333)">In dark</h2></main></html>`,
  );
  const width = await page.locator('h1').evaluate((heading) => {
    const range = document.createRange();
    range.selectNodeContents(heading);
    return range.getBoundingClientRect().width;
  });
  expect(width).toBeGreaterThan(50);
  expect(await axe(page)).toEqual([
    expect.stringMatching(/^color-contrast: .*\(h1\)$/),
    expect.stringMatching(/^in dark, color-contrast: .*\(h2\)$/),
  ]);
  await context.close();
});
