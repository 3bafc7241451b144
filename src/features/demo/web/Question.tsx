// The question before the removal: lists what is removed and which users' things are affected, then offers the
// button.
import { Button } from '@blueprintjs/core'
import { useEffect, useRef } from 'react'
import type { Demo, DemoThing } from '../contract.ts'
import { Parts } from './pieces.tsx'
import { refuseRemoval, remove, useDemo } from './store.ts'

const none = { changed: [], goes: [], stays: [], hidden: 0 }

export function Question({ demo }: { demo: Demo }) {
  const doing = useDemo((state) => state.doing)
  const { changed, goes, stays, hidden } = demo.touched ?? none
  const named = changed.length + goes.length + stays.length + hidden
  const keep = useRef<HTMLButtonElement>(null)
  // Focuses 保留, so that Enter pressed again does not remove the demo.
  useEffect(() => keep.current?.focus(), [])
  return (
    <section
      className="demo-question"
      aria-labelledby="demo-question"
      onKeyDown={({ key }) => key === 'Escape' && refuseRemoval()}
    >
      <h2 id="demo-question" className="demo-state">
        移除演示数据？
      </h2>
      <p>将移除以下内容，不能恢复；需要时可以再生成。</p>
      <Parts demo={demo} />
      <Things title="改过的演示内容，随演示移除" things={changed} />
      <Things title="只对演示有用的，随演示移除" things={goes} />
      <Things title="建在演示数据上的，留下，但不再有演示的数据表" things={stays} />
      {hidden > 0 && <p>他人的 {hidden} 项也用到演示数据：留下，但不再有演示的数据表。</p>}
      <div className="demo-actions">
        <Button
          intent="danger"
          loading={doing === 'remove'}
          onClick={() => void remove(named)}
          text={named > 0 ? '以上都清楚，移除' : '移除'}
        />
        <Button ref={keep} disabled={doing === 'remove'} onClick={refuseRemoval} text="保留" />
      </div>
    </section>
  )
}

function Things({ title, things }: { title: string; things: readonly DemoThing[] }) {
  if (things.length === 0) return null
  return (
    <>
      <h3 className="demo-things-title">
        {title}（{things.length} 项）
      </h3>
      <ul className="demo-things">
        {things.map(({ kind, name }) => (
          <li key={`${kind} ${name}`}>
            {kind}「{name}」
          </li>
        ))}
      </ul>
    </>
  )
}
