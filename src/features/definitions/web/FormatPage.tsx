// /config/definitions: describes the definitions file for people who write it by hand or by program.
import './definitions.css'
import { Button } from '@blueprintjs/core'
import { Download } from '@blueprintjs/icons'
import { callBlob } from '#web/api/client.ts'
import { saveBlob } from '#web/api/fileName.ts'
import { KeyHint } from '#web/shell/keys/KeyHint.tsx'
import { runCommand } from '#web/shell/keys/run.ts'
import { showMessage } from '#web/shell/message.ts'
import { type DefinitionsFile, definitionsSchema } from '../contract.ts'
import { exampleFile } from '../example.ts'

/** What each part holds; the example below shows the rest. */
const parts: Record<Exclude<keyof DefinitionsFile, 'format' | 'version' | 'exportedAt'>, string> = {
  categories: '分类：维度和指标在选择器里的分组',
  dictionaries: '字典：第一列是代码，其余是名称和属性；没有 values 时只按名称引用已有的字典',
  dimensionTables:
    '维度表：以 key_column 为主键的数据表，一个主键只能有一行；joins 连到别的维度表（区服 → 地区）',
  pointTables:
    '指标表：一张数据表，哪一列是日期、哪一列是游戏，joins 连到哪些维度表，同一张连几次时各有 role（角色）',
  dimensions:
    '维度：按什么分组；info.expression 是取值的表达式，info.factTable 或 table_id 说它在哪张表，info.role 是它的角色',
  points:
    '指标：types 为 additive、distinct、semiAdditive 或 computed；computed 的公式用 [名称] 引用别的指标',
  views: '视图和报表：folder 是从上到下的文件夹，info 里的编号是本文件的 id',
}

async function download(): Promise<void> {
  try {
    const { blob, fileName } = await callBlob(definitionsSchema, {})
    saveBlob(blob, fileName)
  } catch {
    showMessage({ message: '格式文件下载失败，请重试', intent: 'danger' })
  }
}

export function Page() {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, and the keyboard must reach it.
    <article className="definitions-format" tabIndex={0} aria-label="报表定义文件">
      <div className="title-line">
        <h1>报表定义文件</h1>
        <div className="definitions-actions">
          <Button icon={<Download size={14} />} text="下载 JSON Schema" onClick={() => void download()} />
          <Button
            intent="primary"
            text="导入报表定义"
            endIcon={<KeyHint command="definitions.import" />}
            onClick={() => runCommand('definitions.import')}
          />
        </div>
      </div>
      <p>
        一个 JSON
        文件装下视图和它们用到的一切。编号（id）只在文件里有效，各部分用它互相引用；同名的已有对象会被更新，应用之前逐项列出变化。
      </p>
      <dl>
        {Object.entries(parts).map(([name, text]) => (
          <div key={name}>
            <dt>
              <code>{name}</code>
            </dt>
            <dd>{text}</dd>
          </div>
        ))}
      </dl>
      <h2>一个完整的例子</h2>
      <p>
        数据表 <code>orders</code> 有 day、channel、user_id、amount 四列：
      </p>
      <pre>
        <code>{JSON.stringify(exampleFile, null, 2)}</code>
      </pre>
    </article>
  )
}
