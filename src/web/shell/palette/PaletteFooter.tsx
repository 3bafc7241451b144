// The palette's footer: prefixes that narrow the search, and its keys.
import { memo } from 'react'
import type { CommandId } from '#commands/index.ts'
import { Kbd } from '#web/ui/Kbd.tsx'
import { KeyHint } from '../keys/KeyHint.tsx'
import type { Prefix } from './providers.ts'
import { typeText } from './store.ts'

const prefixTitles: Record<Prefix, string> = {
  '>': '命令',
  '@': '报表',
  '#': '指标',
  $: 'SQL',
  '%': '字典',
  '?': '帮助',
}
const keyTitles: readonly [CommandId, string][] = [
  ['palette.run', '打开'],
  ['palette.newTab', '新标签页'],
  ['palette.complete', '补全'],
  ['palette.back', '返回'],
]

export const PaletteFooter = memo(function PaletteFooter({ prefixes }: { prefixes: readonly Prefix[] }) {
  return (
    <div className="palette-foot">
      <span className="palette-foot-prefixes">
        {prefixes.map((prefix) => (
          <button
            type="button"
            tabIndex={-1}
            className="palette-foot-prefix"
            key={prefix}
            onMouseDown={(event) => event.preventDefault()}
            onClick={() => typeText(prefix)}
          >
            <Kbd keys={prefix} />
            {prefixTitles[prefix]}
          </button>
        ))}
      </span>
      <span className="palette-foot-keys">
        {keyTitles.map(([command, title]) => (
          <span className="palette-foot-key" key={command}>
            <KeyHint command={command} />
            {title}
          </span>
        ))}
      </span>
    </div>
  )
})
