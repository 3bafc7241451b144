// What one can do from the home page, in the way in which the reader works: by keys, or by the pointer.
import { Link } from 'wouter'
import { pages } from '#shared/pages.ts'
import { KeyHint } from '#web/shell/keys/KeyHint.tsx'
import { holds, useSession } from '#web/shell/session.ts'
import { useWay } from './way.ts'

export const useMayImport = () => useSession((session) => holds('search_config', session.roleData))

function ByKeys({ mayImport }: { mayImport: boolean }) {
  return (
    <>
      <li>
        <KeyHint command="home.next" /> 逐个选报表，回车打开
      </li>
      <li>
        <KeyHint command="view.star" /> 收藏，数字就留在这里
      </li>
      <li>
        <KeyHint command="view.search" /> 按名称或拼音查找报表
      </li>
      <li>
        <KeyHint command="palette.open" /> 打开面板，搜索报表、指标和命令
      </li>
      <li>
        <KeyHint command="view.create" /> 新建视图
      </li>
      {mayImport && (
        <li>
          <KeyHint command="imports.open" />
          <span>
            <Link href={pages.configImport()}>导入数据</Link>：从文件到报表，也可以把文件拖进来
          </span>
        </li>
      )}
      <li>
        <KeyHint command="help.open" />
        <span>
          查看全部快捷键；从头看起：<Link href={pages.guide()}>使用指南</Link>
        </span>
      </li>
    </>
  )
}

function ByPointer({ mayImport }: { mayImport: boolean }) {
  return (
    <>
      <li>点卡片打开报表</li>
      <li>点 ☆ 收藏，数字就留在这里</li>
      <li>目录里点 ⋯ 或右键：改名、移动、共享</li>
      <li>目录上方的 ＋：新建视图</li>
      {mayImport && (
        <li>
          <span>
            <Link href={pages.configImport()}>导入数据</Link>：从文件到报表，也可以把文件拖进来
          </span>
        </li>
      )}
      <li>
        <span>
          从头看起：<Link href={pages.guide()}>使用指南</Link>
        </span>
      </li>
    </>
  )
}

export function NextSteps() {
  const mayImport = useMayImport()
  const way = useWay()
  return (
    <ul className="next-steps" aria-label="下一步">
      {way === 'keys' ? <ByKeys mayImport={mayImport} /> : <ByPointer mayImport={mayImport} />}
    </ul>
  )
}
