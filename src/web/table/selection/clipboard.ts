// Writes text to the clipboard. For large selections the text is still being built when the key is pressed, so the
// clipboard gets a promise; where that is not possible (plain http has no clipboard API) the deprecated copy command
// serves.

export async function writeClipboard(text: Promise<string>): Promise<void> {
  const clipboard = globalThis.navigator?.clipboard
  if (clipboard && typeof ClipboardItem !== 'undefined' && typeof clipboard.write === 'function') {
    const promised = text.then((ready) => new Blob([ready], { type: 'text/plain' }))
    return clipboard.write([new ClipboardItem({ 'text/plain': promised })])
  }
  const ready = await text
  if (clipboard?.writeText) return clipboard.writeText(ready)
  copyByCommand(ready)
}

function copyByCommand(text: string): void {
  let taken = false
  const give = (event: ClipboardEvent) => {
    event.clipboardData?.setData('text/plain', text)
    event.preventDefault()
    event.stopImmediatePropagation()
    taken = true
  }
  document.addEventListener('copy', give, { capture: true })
  try {
    document.execCommand('copy')
  } finally {
    document.removeEventListener('copy', give, { capture: true })
  }
  if (!taken) throw new Error('The browser refused to copy')
}
