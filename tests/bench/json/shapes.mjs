// Texts of 50 MB that differ in what is hard about them. Each function runs in the page, by itself.

export const shapes = {
  /** What calls answer: an array of objects. */
  objects: () => {
    const parts = []
    for (let at = 0, size = 0; size < 50e6; at++) {
      parts.push(
        JSON.stringify({
          id: at,
          name: `用户${at}`,
          mail: `u${at}@example.com`,
          tags: ['a', 'b'],
          ok: at % 2 === 0,
          value: at / 7,
        }),
      )
      size += parts.at(-1).length + 1
    }
    return `[${parts.join(',')}]`
  },
  /** What tools write: indented, in two levels. */
  indented: () => {
    const parts = []
    for (let at = 0, size = 0; size < 50e6; at++) {
      parts.push(
        JSON.stringify({ id: at, inner: { list: [1, 2, { text: 'x'.repeat(20) }], none: null } }, null, 2),
      )
      size += parts.at(-1).length + 2
    }
    return `{\n"list": [\n${parts.join(',\n')}\n]}`
  },
  numbers: () => `[${'12345678,'.repeat(50e6 / 9)}1]`,
  keys: () => {
    const parts = []
    for (let at = 0, size = 0; size < 50e6; at++) {
      parts.push(`"key${at}":"value ${at}"`)
      size += parts.at(-1).length + 1
    }
    return `{${parts.join(',')}}`
  },
  lines: () => {
    const parts = []
    for (let at = 0, size = 0; size < 50e6; at++) {
      parts.push(JSON.stringify({ time: 1732350000 + at, level: 'info', message: `第 ${at} 行\n\t"quoted"` }))
      size += parts.at(-1).length + 1
    }
    return parts.join('\n')
  },
  deep: () => `${'[{"a":'.repeat(50_000)}"${'深'.repeat(49.5e6)}"${'}]'.repeat(50_000)}`,
  brackets: () => `[${'[],'.repeat(50e6 / 3)}1]`,
  string: () => `{"text":"${'line\\n'.repeat(50e6 / 6)}"}`,
}
