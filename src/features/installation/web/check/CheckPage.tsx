// /others/testPage: checks every part of the installation and of this browser, with the result and the
// duration.
import { Button, Switch } from '@blueprintjs/core'
import { Duplicate, Refresh } from '@blueprintjs/icons'
import { useEffect } from 'react'
import { useSearch } from 'wouter/use-browser-location'
import { CommandTip } from '#web/shell/keys/CommandTip.tsx'
import { KeyHint } from '#web/shell/keys/KeyHint.tsx'
import { queryOf } from '#web/shell/longAddress.ts'
import { holds } from '#web/shell/session.ts'
import { ToolsNavigation } from '#web/shell/ToolsNavigation.tsx'
import { timeText } from '#web/ui/timeText.ts'
import { type CheckState, checkStates } from '#features/installation/contract.ts'
import { CheckRow } from './CheckRow.tsx'
import {
  checkGroups,
  checkMailServer,
  checks,
  copyFindings,
  readBefore,
  runChecks,
  stopChecks,
  toggleProblems,
  useChecks,
} from './store.ts'
import { stateTitles } from './types.ts'
import '../installation.css'

export function Page() {
  const { running, found, underWay } = useChecks()
  const onlyProblems = queryOf(useSearch()).get('problems') === '1'
  useEffect(() => {
    readBefore()
    void runChecks()
    return stopChecks
  }, [])
  const isShown = (id: string): boolean => {
    const state = found[id]?.state
    return !onlyProblems || state === 'failed' || state === 'warning'
  }
  const none = onlyProblems && !running && !checks.some(({ id }) => isShown(id))
  return (
    <section className="installation-page" aria-labelledby="check-title">
      <div className="title-line">
        <h1 id="check-title" className="visually-hidden">
          安装检查
        </h1>
        <ToolsNavigation />
        <Actions running={running} />
      </div>
      <div className="installation-line">
        <Summary />
        <Switch
          checked={onlyProblems}
          label="只看有问题的"
          innerLabel=""
          onChange={toggleProblems}
          alignIndicator="start"
        />
        <KeyHint command="check.problems" />
      </div>
      {running && <div className="thin-bar" />}
      {none && <p className="installation-none">没有问题。</p>}
      {checkGroups.map((group) => {
        const shown = checks.filter((one) => one.group === group && isShown(one.id))
        if (shown.length === 0) return null
        return (
          <section key={group} aria-label={group}>
            <h2 className="installation-group">{group}</h2>
            <ul className="installation-checks">
              {shown.map(({ id, title }) => (
                <CheckRow
                  key={id}
                  id={id}
                  title={title}
                  outcome={found[id]}
                  isUnderWay={underWay.has(id)}
                  action={id === 'mail' && <MailButton />}
                />
              ))}
            </ul>
          </section>
        )
      })}
      <p className="installation-notices">
        <a href="/third-party-notices.txt" target="_blank" rel="noreferrer">
          第三方软件声明
        </a>
      </p>
    </section>
  )
}

function Actions({ running }: { running: boolean }) {
  return (
    <div className="title-actions">
      <CommandTip command="check.copy" title="复制全部结果，附在工单里">
        <Button variant="minimal" icon={<Duplicate size={14} />} text="复制结果" onClick={copyFindings} />
      </CommandTip>
      <CommandTip command="check.run" title="全部重新检查">
        <Button
          variant="minimal"
          icon={<Refresh size={14} />}
          text="重新检查"
          disabled={running}
          onClick={() => void runChecks()}
        />
      </CommandTip>
    </div>
  )
}

function Summary() {
  const { running, found, underWay, startedAt, tookMs } = useChecks()
  const outcomes = Object.values(found)
  const count = (state: CheckState) => outcomes.filter((one) => one.state === state).length
  const told = checkStates
    .filter((state) => count(state) > 0)
    .map((state) => `${count(state)} 项${stateTitles[state]}`)
  return (
    <p role="status">
      {running ? `正在检查，还有 ${underWay.size} 项` : told.join('，')}
      {!running && startedAt !== null && tookMs !== null && (
        <span className="installation-muted">
          ，{timeText(startedAt, 'clockSecond')} 检查，用时 {(tookMs / 1000).toFixed(1)} 秒
        </span>
      )}
    </p>
  )
}

function MailButton() {
  const outcome = useChecks(({ found }) => found.mail)
  if (!holds('manage_authority') || !outcome || outcome.state === 'off') return null
  return (
    <Button size="small" onClick={() => void checkMailServer()}>
      连接试试 <KeyHint command="check.mail" />
    </Button>
  )
}
