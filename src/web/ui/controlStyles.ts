// The style sheet of the library's controls, loaded on demand by pages that initially show none; its address is in the
// page.

let reading: Promise<void> | undefined

export function readControlStyles(): Promise<void> {
  reading ??= append().catch((error) => {
    reading = undefined
    throw error
  })
  return reading
}

function append(): Promise<void> {
  const address = document.querySelector<HTMLMetaElement>('meta[name="controls"]')?.content
  if (!address) return Promise.resolve()
  const link = document.createElement('link')
  link.rel = 'stylesheet'
  link.href = address
  // Before our own style sheets, which take precedence.
  const first = document.head.querySelector('link[rel="stylesheet"], style')
  return new Promise((resolve, reject) => {
    link.onload = () => resolve()
    link.onerror = () => reject(new Error(`${address} can't be had`))
    document.head.insertBefore(link, first)
  })
}
