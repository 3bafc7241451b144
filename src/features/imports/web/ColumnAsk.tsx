// What only people can tell of a column: the question, and its choices as buttons.
import { Button } from '@blueprintjs/core'
import type { ShownColumn } from '../contract.ts'
import { changeKind } from './loading.ts'
import { type DraftColumn, setImport, useImport } from './store.ts'

interface AskProps {
  at: number
  ask: NonNullable<ShownColumn['ask']>
  draft: DraftColumn
}

type Choice = AskProps['ask']['choices'][number]

export function ColumnAsk({ at, ask, draft }: AskProps) {
  const keepGood = useImport((work) => work.keepGood)
  const answer = ({ kind, drops }: Choice) => {
    void changeKind(at, kind)
    if (drops) setImport({ keepGood: true })
  }
  const isChosen = ({ kind, drops }: Choice) => draft.kind === kind && (!drops || keepGood)
  const isOpen = ask.must && !ask.choices.some(({ kind }) => kind === draft.kind)
  return (
    <fieldset className="imports-ask" aria-label={`${draft.name} 怎么读`}>
      <span className={isOpen ? 'form-problem' : 'imports-muted'}>
        {ask.must ? `${ask.text}？` : ask.text}
      </span>
      {ask.choices.map((choice) => (
        <Button
          key={choice.kind}
          size="small"
          variant="outlined"
          active={isChosen(choice)}
          aria-pressed={isChosen(choice)}
          text={choice.title}
          onClick={() => answer(choice)}
        />
      ))}
    </fieldset>
  )
}
