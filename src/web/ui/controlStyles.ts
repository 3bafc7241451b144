// A page that draws no control of the library at first has their style sheet on demand; its address stands in the page.

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
  // Before what is ours, which says the last word.
  const first = document.head.querySelector('link[rel="stylesheet"], style')
  return new Promise((resolve, reject) => {
    link.onload = () => resolve()
    link.onerror = () => reject(new Error(`${address} can't be had`))
    document.head.insertBefore(link, first)
  })
}
