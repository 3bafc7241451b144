// JSON as a tree of its text: numbers keep every digit, duplicate keys stay separate. Null where the text is
// not JSON.
export interface JsonNode {
  /** Its key, or its index in an array; null for the root. */
  name: string | null
  kind: 'object' | 'array' | 'text' | 'other'
  /** Text of a leaf; strings without quotes. */
  text: string
  parts: JsonNode[]
}

const token = /"(?:[^"\\]|\\.)*"|[{}[\],:]|[^\s{}[\],:"]+/g

export function jsonNodes(source: string): JsonNode | null {
  try {
    JSON.parse(source)
  } catch {
    return null
  }
  const root: JsonNode = { name: null, kind: 'array', text: '', parts: [] }
  const open: JsonNode[] = [root]
  let key: string | null = null
  let last: string | null = null
  for (const [part] of source.matchAll(token)) {
    const parent = open.at(-1) as JsonNode
    if (part === ',' || part === '}' || part === ']') {
      last = null
      if (part !== ',') open.pop()
    } else if (part === ':') {
      key = last
      parent.parts.pop()
    } else {
      const name = parent === root ? null : parent.kind === 'array' ? String(parent.parts.length) : key
      const node = nodeOf(part, name)
      parent.parts.push(node)
      last = node.text
      key = null
      if (node.kind === 'object' || node.kind === 'array') open.push(node)
    }
  }
  return root.parts[0] ?? null
}

function nodeOf(part: string, name: string | null): JsonNode {
  if (part === '{') return { name, kind: 'object', text: '', parts: [] }
  if (part === '[') return { name, kind: 'array', text: '', parts: [] }
  if (part.startsWith('"')) return { name, kind: 'text', text: JSON.parse(part) as string, parts: [] }
  return { name, kind: 'other', text: part, parts: [] }
}

export const isBranch = ({ kind }: JsonNode): boolean => kind === 'object' || kind === 'array'

/** The number of parts, shown behind a folded node. */
export const sizeText = ({ kind, parts }: JsonNode): string =>
  kind === 'array' ? `[${parts.length} 项]` : `{${parts.length} 个键}`

export interface TreeRow {
  node: JsonNode
  /** Indexes from the root down. */
  path: string
  depth: number
  isOpen: boolean
}

/** The visible rows while these paths are unfolded. */
export function treeRows(root: JsonNode, open: ReadonlySet<string>, most: number): TreeRow[] {
  const rows: TreeRow[] = []
  const add = (node: JsonNode, path: string, depth: number): void => {
    if (rows.length >= most) return
    const isOpen = isBranch(node) && open.has(path)
    rows.push({ node, path, depth, isOpen })
    if (isOpen) for (const [at, part] of node.parts.entries()) add(part, `${path}/${at}`, depth + 1)
  }
  add(root, '', 0)
  return rows
}

/** Paths unfolded at first: the outer levels, as long as they fit a screen. */
export function firstOpen(root: JsonNode, mostRows = 60): Set<string> {
  const open = new Set<string>()
  let level: { node: JsonNode; path: string }[] = [{ node: root, path: '' }]
  let rows = 1
  while (level.length > 0) {
    const branches = level.filter(({ node }) => isBranch(node))
    rows += branches.reduce((sum, { node }) => sum + node.parts.length, 0)
    if (rows > mostRows && open.size > 0) return open
    for (const { path } of branches) open.add(path)
    level = branches.flatMap(({ node, path }) =>
      node.parts.map((part, at) => ({ node: part, path: `${path}/${at}` })),
    )
  }
  return open
}
