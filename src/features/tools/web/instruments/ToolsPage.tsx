// /others/testTools: small tools for testers and analysts. Nothing that is typed leaves the browser.
import { useEffect } from 'react'
import { Link } from 'wouter'
import { useSearch } from 'wouter/use-browser-location'
import { commandOf } from '#commands/index.ts'
import { KeyHint } from '#web/shell/keys/KeyHint.tsx'
import { ToolsNavigation } from '#web/shell/ToolsNavigation.tsx'
import { Kbd } from '#web/ui/Kbd.tsx'
import { takeHanded, useHanded } from '../pasted/handed.ts'
import { instruments } from './instruments.ts'
import { addressOf, giveText, instrumentNow } from './instrumentWork.ts'
import { instrumentIds, isInstrument } from './names.ts'
import '../tools.css'

export function Page() {
  useSearch()
  const shown = instrumentNow()
  const Part = instruments[shown]
  const title = commandOf(`tools.${shown}`).title
  useHandedOver()
  useEffect(() => {
    document
      .querySelector('.tools-choice[aria-current]')
      ?.scrollIntoView({ block: 'nearest', inline: 'nearest' })
  })
  return (
    <section className="tools-page" aria-labelledby="tools-title">
      <div className="tools-title">
        <ToolsNavigation />
      </div>
      <div className="tools-body">
        <nav className="tools-choices" aria-label="选择工具">
          {instrumentIds.map((id) => (
            <Link
              key={id}
              href={addressOf(id)}
              className="tools-choice"
              aria-current={id === shown ? 'page' : undefined}
            >
              <span>{commandOf(`tools.${id}`).title}</span>
              <KeyHint command={`tools.${id}`} />
            </Link>
          ))}
        </nav>
        <div className="tools-work">
          <h1 id="tools-title">{title}</h1>
          <Part key={shown} />
          <p className="tools-muted tools-foot">
            只在此浏览器里处理，不会上传，也不进网址。
            <span className="tools-foot-keys">
              <Kbd keys="escape" /> 选工具 <KeyHint command="tools.type" /> 输入{' '}
              <KeyHint command="tools.copy" /> 复制结果 <KeyHint command="tools.clear" /> 清空
            </span>
          </p>
        </div>
      </div>
    </section>
  )
}

/** Puts a text from the palette into the field of its tool. */
function useHandedOver(): void {
  const handed = useHanded((state) => state.tool)
  useEffect(() => {
    if (handed === null) return
    const taken = takeHanded('tool')
    if (taken && isInstrument(taken.id)) giveText(taken.id, taken.text)
  }, [handed])
}
