// Reads JSON into a staging file: a whole value with a table somewhere in it, or one value a line.
import { type Encoding, faultIn } from '../encoding.ts'
import { BadLines, importProblem } from '../problem.ts'
import type { Source } from '../source.ts'
import type { StagedRows, StagingOptions } from '../stagedRows.ts'
import { StagingFile } from '../staging.ts'
import { wholeText } from './form.ts'
import { stageLines } from './lines.ts'
import { FieldStage } from './stage.ts'
import { stageWhole } from './whole.ts'

export async function stageJson(
  source: Source,
  encoding: Encoding,
  { path, onProgress }: StagingOptions,
): Promise<StagedRows> {
  const { name } = source
  const text = await wholeText(source, encoding)
  const bad = new BadLines(text === null ? '行' : '个元素')
  const staging = new StagingFile(path)
  const stage = new FieldStage(name, { staging, bad }, (cell) => faultIn(cell, encoding))
  try {
    const said =
      text === null
        ? await stageLines(source, encoding, { stage, onProgress })
        : await stageWhole(name, text, stage)
    const { names, texts, notes } = stage.end()
    if (names.length === 0 && stage.taken > 0) throw importProblem(`文件里的对象都没有字段：${name}`)
    await staging.close()
    return {
      path: staging.path,
      names,
      texts,
      rows: staging.rows,
      broken: staging.broken,
      longest: staging.longest,
      padded: true,
      bad,
      words: staging.words.rows,
      head: null,
      tables: [],
      notes: [`编码 ${encoding.label}`, ...said, ...notes],
    }
  } finally {
    await staging.close()
  }
}
