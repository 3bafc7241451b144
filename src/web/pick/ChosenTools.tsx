// Above a list of choices: the number of chosen ones, and a button to clear them.
import { Button } from '@blueprintjs/core'

export function ChosenTools({ count, onClear }: { count: number; onClear: () => void }) {
  return (
    <>
      <span>已选 {count}</span>
      <span className="pick-space" />
      <Button variant="minimal" size="small" text="清空" disabled={count === 0} onClick={onClear} />
    </>
  )
}
