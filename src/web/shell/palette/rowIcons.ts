// Icons of rows. Their paths are 9 KB that the first page needs not wait for: they are loaded in its first idle moment,
// and what was drawn before is drawn again.
import { idleMoment } from './idle.ts'

type Paths = readonly string[]

/** Icon of entries that name none. */
export const anyIcon = 'document'

let paths: Readonly<Record<string, Paths>> | undefined
/** Drawn without paths so far, with the icon that each shows. */
const empty = new Map<SVGElement, string>()

/** Called when the palette is there. After a failure the rows stay without icons until the next call. */
export async function loadIcons(): Promise<void> {
  if (paths !== undefined) return
  await idleMoment()
  try {
    paths = await import('./icons.ts').then(({ commandIcons }) => commandIcons)
  } catch {
    return
  }
  for (const [svg, name] of empty) drawIcon(svg, name)
  empty.clear()
}

/** Draws into a 16 px `svg`: existing paths are reused, and surplus ones are emptied. */
export function drawIcon(svg: SVGElement, name: string): void {
  if (paths === undefined) {
    empty.set(svg, name)
    return
  }
  const drawn = paths[name] ?? paths[anyIcon] ?? []
  const parts = svg.children
  for (let at = 0; at < Math.max(drawn.length, parts.length); at++) {
    const part = parts[at] ?? svg.appendChild(createPath())
    part.setAttribute('d', drawn[at] ?? '')
  }
}

function createPath(): SVGElement {
  const path = document.createElementNS('http://www.w3.org/2000/svg', 'path')
  path.setAttribute('fill-rule', 'evenodd')
  return path
}
