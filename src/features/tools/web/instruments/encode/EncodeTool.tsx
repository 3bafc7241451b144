// Encodes and decodes: each method with its result or its error.
import { useEffect, useState } from 'react'
import { Choice, Options, Problem, Results, TextField } from '../Fields.tsx'
import { instrumentHints } from '../names.ts'
import { useText } from '../texts.ts'
import { CodecProblem, codecs, guessCodec } from './codecs.ts'

const ways = [['auto', '自动识别'], ...codecs.map(({ id, title }) => [id, title] as const)] as const
const longest = 1_000_000

interface Outcome {
  label: string
  value?: string
  problem?: string
}

export function EncodeTool() {
  const [text, chosen] = [useText('encode.text'), useText('encode.way') || 'auto']
  const guess = chosen === 'auto' ? guessCodec(text) : null
  const outcomes = useOutcomes(text, chosen === 'auto' ? guess : chosen, chosen === 'auto')
  const problems = outcomes.filter(({ problem }) => problem)
  return (
    <>
      <TextField field="encode.text" label="要编码或解码的文字" hint={instrumentHints.encode} rows={6} />
      <Options>
        <Choice field="encode.way" label="编码方式" options={ways} />
        {guess && (
          <span className="tools-muted">看起来是 {codecs.find(({ id }) => id === guess)?.title}</span>
        )}
      </Options>
      <Results
        results={outcomes.flatMap(({ label, value }) => (value === undefined ? [] : [{ label, value }]))}
      />
      {problems.map(({ label, problem }) => (
        <Problem key={label}>
          {label}：{problem}
        </Problem>
      ))}
    </>
  )
}

/** Results of the chosen method; without a choice, the decoding of the guessed format and all encodings. */
function useOutcomes(text: string, way: string | null, isAll: boolean): readonly Outcome[] {
  const [outcomes, setOutcomes] = useState<readonly Outcome[]>([])
  useEffect(() => {
    if (text === '') return setOutcomes([])
    if (text.length > longest) return setOutcomes([{ label: '文字太长', problem: '最多 100 万字' }])
    let isGone = false
    const run = async () => {
      const found: Outcome[] = []
      for (const { id, title, encode, decode } of codecs) {
        const isChosen = id === way
        if (decode && isChosen) found.unshift(await outcomeOf(`${title} 解码`, () => decode(text)))
        if (encode && (isChosen || isAll)) found.push(await outcomeOf(`${title} 编码`, () => encode(text)))
      }
      if (!isGone) setOutcomes(found)
    }
    void run()
    return () => {
      isGone = true
    }
  }, [text, way, isAll])
  return outcomes
}

async function outcomeOf(label: string, work: () => string | Promise<string>): Promise<Outcome> {
  try {
    return { label, value: await work() }
  } catch (error) {
    if (error instanceof CodecProblem) return { label, problem: error.message }
    // Half a surrogate pair can't be written in UTF-8.
    if (error instanceof URIError) return { label, problem: '文字里有不完整的字符（半个表情）' }
    throw error
  }
}
