// Looks like a field and opens the palette, where the user types.
import { Search } from '@blueprintjs/icons'
import { KeyHint } from './keys/KeyHint.tsx'

export function SearchField({ onOpen }: { onOpen: () => void }) {
  return (
    <button type="button" className="search-field" title="搜索报表、指标、命令" onClick={onOpen}>
      <Search className="search-field-icon" />
      <span className="search-field-text">搜索报表、指标、命令</span>
      <span className="search-field-keys">
        <KeyHint command="palette.open" />
      </span>
    </button>
  )
}
