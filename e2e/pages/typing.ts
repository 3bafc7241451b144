// Types a text as people do: key by key, at a steady speed. Spaces that the editor puts at the beginning of a line by
// itself are not typed again; those too many are deleted. A closing bracket goes below its opening one by itself.
import type { Page } from 'playwright'

export async function typeAs(page: Page, text: string, delay: number): Promise<void> {
  const { keyboard } = page
  for (const [index, line] of text.split('\n').entries()) {
    const words = line.trimStart()
    const wanted = line.length - words.length
    if (index > 0) await keyboard.press('Enter', { delay })
    if (index > 0 && !/^[)\]}]/.test(words)) await indent(page, index, wanted, delay)
    await keyboard.type(words, { delay })
  }
}

async function indent(page: Page, line: number, wanted: number, delay: number): Promise<void> {
  let given = await indentOf(page, line)
  for (; given < wanted; given += 1) await page.keyboard.press('Space', { delay })
  while (given > wanted) {
    await page.keyboard.press('Backspace', { delay })
    given = await indentOf(page, line)
  }
}

/** The blanks at the beginning of a line, from 0, as they are drawn after the last key. */
function indentOf(page: Page, line: number): Promise<number> {
  return page.evaluate(async (at) => {
    const frame = () => new Promise((resolve) => requestAnimationFrame(resolve))
    await frame()
    await frame()
    const drawn = [...document.querySelectorAll('.sql-editor .view-line')]
      .map((one) => ({ top: one.getBoundingClientRect().top, text: one.textContent ?? '' }))
      .sort((one, other) => one.top - other.top)
    return /^\s*/.exec(drawn[at]?.text ?? '')?.[0].length ?? 0
  }, line)
}
