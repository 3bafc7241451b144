// Explains a User-Agent.
import { Results, TextField } from '../Fields.tsx'
import { instrumentHints } from '../names.ts'
import { useText } from '../texts.ts'
import { readAgent } from './readAgent.ts'

export function AgentTool() {
  const typed = useText('agent.text')
  const agent = typed.trim() || navigator.userAgent
  return (
    <>
      <TextField field="agent.text" label="User-Agent" hint={instrumentHints.agent} rows={4} />
      {typed.trim() === '' && <p className="tools-told">此浏览器</p>}
      <Results results={[...readAgent(agent), { label: '原文', value: agent }]} />
    </>
  )
}
