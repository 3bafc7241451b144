// What only people can tell of a column: the question, and its choices as buttons.
import { Button } from '@blueprintjs/core'
import { isNumericKind, type ShownColumn } from '../contract.ts'
import { changeKind } from './loading.ts'
import { changeRole, type DraftColumn } from './store.ts'

interface AskProps {
  at: number
  ask: NonNullable<ShownColumn['ask']>
  draft: DraftColumn
}

export function ColumnAsk({ at, ask, draft }: AskProps) {
  const answer = (kind: DraftColumn['kind']) => {
    void changeKind(at, kind)
    // What was text until now is a figure.
    if (isNumericKind(kind) && draft.role === 'dimension') changeRole(at, 'sum')
  }
  const isOpen = ask.must && !ask.choices.some(({ kind }) => kind === draft.kind)
  return (
    <fieldset className="imports-ask" aria-label={`${draft.name} 怎么读`}>
      <span className={isOpen ? 'form-problem' : 'imports-muted'}>
        {ask.must ? `${ask.text}？` : ask.text}
      </span>
      {ask.choices.map(({ kind, title }) => (
        <Button
          key={kind}
          size="small"
          variant="outlined"
          active={draft.kind === kind}
          aria-pressed={draft.kind === kind}
          text={title}
          onClick={() => answer(kind)}
        />
      ))}
    </fieldset>
  )
}
