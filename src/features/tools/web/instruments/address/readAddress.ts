// Splits a URL into its parts and decodes its parameters.

interface ReadAddress {
  parts: { label: string; value: string }[]
  parameters: { name: string; value: string; isRepeated: boolean }[]
}

/** An error is returned as a sentence. */
export function readAddress(text: string): ReadAddress | string {
  const typed = text.trim()
  if (typed === '') return '请输入网址'
  if (typed.length > 100_000) return '网址太长'
  const isBare = /^[?&]|^[^/:?#]+=[^/]*$/.test(typed)
  const url = isBare
    ? URL.parse(`http://x/?${typed.replace(/^[?&]/, '')}`)
    : (URL.parse(typed) ?? URL.parse(`http://${typed}`))
  if (!url || (!isBare && /\s/.test(typed))) return '不是网址，应像 https://example.com/path?a=1'
  const named = new Set<string>()
  const parameters = [...url.searchParams].map(([name, value]) => {
    const isRepeated = named.has(name)
    named.add(name)
    return { name, value, isRepeated }
  })
  if (isBare) return { parts: [], parameters }
  const decoded = (part: string) => {
    try {
      return decodeURIComponent(part)
    } catch {
      return part
    }
  }
  const parts = [
    ['协议', url.protocol.slice(0, -1)],
    ['用户', decoded(url.username)],
    ['主机', url.hostname],
    ['端口', url.port],
    ['路径', decoded(url.pathname)],
    ['锚点', decoded(url.hash.slice(1))],
  ] as const
  return {
    parts: parts.filter(([, value]) => value !== '').map(([label, value]) => ({ label, value })),
    parameters,
  }
}
