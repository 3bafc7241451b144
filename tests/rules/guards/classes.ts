// Whose style a component takes: its own slice's or the platform's, never another slice's, whose sheet may not be there.

export interface SourceFile {
  file: string
  text: string
}

const ownerOf = (file: string): string => file.match(/^src\/features\/(\w+)\//)?.[1] ?? 'platform'
const withoutComments = (text: string) =>
  text.replace(/\/\*[\s\S]*?\*\//g, '').replace(/(^|\s)\/\/.*$/gm, '$1')

/** A selector's first class that is not the library's. */
const firstClass = /^\s*(?:[a-z]*(?:\.bp6-[\w-]+)+[^\s>]*[\s>]+)*[a-z]*\.(?!bp6-)([a-zA-Z][\w-]*)/

/** Who styles each class in its own right: where a selector begins with it. `.lists .row` styles no row. */
function ownersOf(sheets: readonly SourceFile[]): Map<string, Set<string>> {
  const owners = new Map<string, Set<string>>()
  for (const { file, text } of sheets) {
    for (const [, head = ''] of withoutComments(text).matchAll(/([^{}]+)\{/g)) {
      for (const selector of head.split(',')) {
        const name = firstClass.exec(selector)?.[1]
        if (name !== undefined) owners.set(name, (owners.get(name) ?? new Set()).add(ownerOf(file)))
      }
    }
  }
  return owners
}

/** What stands behind each `className=`, `className:` and `className =`: the quoted text, or the braces' content. */
function classTexts(text: string): string[] {
  return [...text.matchAll(/className(?:=|: | = )/gi)].map((found) => {
    const start = found.index + found[0].length
    if (text[start] !== '{') return text.slice(start, text.indexOf('\n', start))
    let depth = 0
    let end = start
    do {
      if (text[end] === '{') depth++
      if (text[end] === '}') depth--
      end++
    } while (depth > 0 && end < text.length)
    return text.slice(start, end)
  })
}

function classesIn(text: string): string[] {
  return classTexts(withoutComments(text)).flatMap((part) =>
    [...part.matchAll(/'[^'\n]*'|"[^"\n]*"|`[^`]*`/g)].flatMap(([quoted]) =>
      quoted.slice(1, -1).split(/[^\w-]+/),
    ),
  )
}

/** `file: class of whose sheet`, for each class that is styled elsewhere alone. */
export function foreignClasses(sheets: readonly SourceFile[], components: readonly SourceFile[]): string[] {
  const owners = ownersOf(sheets)
  return components.flatMap(({ file, text }) => {
    const mine = [ownerOf(file), 'platform']
    return [...new Set(classesIn(text))].flatMap((name) => {
      const styled = [...(owners.get(name) ?? [])]
      return styled.length === 0 || styled.some((owner) => mine.includes(owner))
        ? []
        : [`${file}: ${name} of ${styled.join()}`]
    })
  })
}
