// Whether the view in view may be relied on, beside its name; it opens the check's form.
import { Disable, Endorsed, Outdated } from '@blueprintjs/icons'
import { CommandTip } from '#web/shell/keys/CommandTip.tsx'
import { runCommand } from '#web/shell/keys/run.ts'
import type { ViewMeta } from '#features/statement/contract.ts'
import { standingText, standingWord } from './standing.ts'

const icons = { 停用: <Disable size={12} />, 已核对: <Endorsed size={12} />, 待核对: <Outdated size={12} /> }

export function StandingState({ view }: { view: ViewMeta }) {
  const word = standingWord(view)
  if (word === null) return null
  return (
    <CommandTip command="view.verify" title={standingText(view)}>
      <button
        type="button"
        className={`standing-state bp6-button bp6-minimal bp6-small ${word === '停用' ? 'standing-retired' : ''}`}
        onClick={() => runCommand(word === '停用' ? 'view.retire' : 'view.verify')}
      >
        {icons[word]}
        <span className="bp6-button-text">{word}</span>
      </button>
    </CommandTip>
  )
}
