// XML parts of a workbook as a stream of tags and texts. Document types, which could declare entities, are
// refused: no workbook has one.
import { SaxesParser, type SaxesTagPlain } from 'saxes'
import { importProblem } from '../problem.ts'

interface Tag {
  /** Without its prefix. */
  name: string
  attributes: Readonly<Record<string, string>>
}

interface XmlHandler {
  open(tag: Tag): void
  /** Text within the open tag. */
  text?(text: string): void
  close?(name: string): void
}

const plain = (name: string): string => name.slice(name.indexOf(':') + 1)

/** Calls the handler as pieces arrive; yields after each piece. */
export async function* readXml(
  pieces: AsyncIterable<string>,
  file: string,
  handler: XmlHandler,
): AsyncGenerator<void> {
  const parser = new SaxesParser({})
  const refuse = () => {
    throw importProblem(`${file} 已损坏：其中的 XML 有误`)
  }
  parser.on('error', refuse)
  parser.on('doctype', () => {
    throw importProblem(`${file} 含有文档类型声明（DOCTYPE），不是正常的工作簿，没有读取`)
  })
  parser.on('opentag', ({ name, attributes }: SaxesTagPlain) =>
    handler.open({ name: plain(name), attributes }),
  )
  if (handler.text) parser.on('text', (text) => handler.text?.(text))
  if (handler.close) parser.on('closetag', ({ name }) => handler.close?.(plain(name)))
  let isEmpty = true
  for await (const piece of pieces) {
    isEmpty &&= piece === ''
    parser.write(piece)
    yield
  }
  // Optional parts of a workbook may be missing.
  if (!isEmpty) parser.close()
}

export async function readWholeXml(
  pieces: AsyncIterable<string>,
  file: string,
  handler: XmlHandler,
): Promise<void> {
  for await (const _ of readXml(pieces, file, handler));
}

/** An attribute, whatever its prefix. */
export function attributeOf({ attributes }: Tag, name: string): string | undefined {
  const own = attributes[name]
  if (own !== undefined) return own
  const key = Object.keys(attributes).find((each) => plain(each) === name)
  return key === undefined ? undefined : attributes[key]
}
