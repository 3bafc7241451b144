// A bar over every page while the user previews the product as a role; a button ends the preview.
import { Button } from '@blueprintjs/core'
import { KeyHint } from './keys/KeyHint.tsx'
import { runCommand } from './keys/run.ts'
import { useSession } from './session.ts'

export function SeeingBar({ role }: { role: string }) {
  const games = useSession((session) => session.roleData?.games ?? [])
  return (
    <aside className="seeing-bar" aria-label="以角色查看">
      <span>
        正在以角色「{role}」查看，只能看，不能改动。
        <span className="seeing-games">
          {games.length === 0 ? '没有任何游戏' : `游戏：${games.map(({ name }) => name).join('、')}`}
        </span>
      </span>
      <Button size="small" onClick={() => runCommand('seeing.end')}>
        结束查看 <KeyHint command="seeing.end" />
      </Button>
    </aside>
  )
}
