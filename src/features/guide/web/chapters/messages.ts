import type { Chapter } from '../chapter.ts'

export const chapter: Chapter = {
  lead: '告警和订阅发到哪里，发了没有，你收到了什么。',
  parts: [
    {
      id: 'receivers',
      title: '通知渠道',
      steps: [
        '{receivers.open}：钉钉、飞书、企业微信的机器人，邮件，或任意地址。{list.create}，{receivers.test}。',
        '渠道有自己的游戏，别的游戏的数字不会发到那里。地址和签名密钥加密保存，之后不再显示。',
        '{receivers.uses}：用在哪里、发过什么；用到的不能删除。{receivers.history}。',
      ],
    },
    {
      id: 'delivery',
      title: '怎么送达',
      steps: [
        '每条消息按键只存一份，至少送达每个渠道一次：半小时内最多试 8 次，带同一个投递编号（`Idempotency-Key`，邮件里也是 `Message-ID`）；服务恰好在发送时中断，群里可能收到重复的一条。',
        '最终失败的，连同原因告诉告警或订阅的所有者（收件箱）。一个渠道卡住不影响别的；机器人每分钟 20 条，其余的下一分钟发。',
        '各渠道用自己的格式：钉钉是卡片（没有链接时为 markdown，签名在地址里），飞书是互动卡片（签名在正文里），企业微信是 markdown 加图片；邮件有文本、带表格和图片的网页、附件和退订（邮箱里也能一键退订）。钉钉和飞书收不到图片和附件，改发简短的表格；企业微信和任意地址收得到图片，收不到附件。级别只在标题里写一次。太长的在行末截断并说明。数据里的值不会变成链接、@ 或格式。',
      ],
    },
    {
      id: 'webhook',
      title: '任意地址收到什么',
      steps: [
        '一个 JSON 的 POST：',
        {
          code: '{ id, source: { kind, id, title }, level, title, text, link, at,\n  table: { columns, rows, note? } | null,\n  picture: { name, type, base64 } | null }',
        },
        '有签名密钥时，`X-Signature` 是 `sha256=` 加十六进制的 HMAC-SHA-256，内容为 `X-Timestamp`（秒）、一个英文句点和正文。',
        '十秒内答 2xx 算收下；5xx 和 429 会再试，其余不再试。能发到哪些主机由安装设定。',
      ],
    },
    {
      id: 'inbox',
      title: '收件箱',
      steps: [
        '{inbox.open}（右上角的铃铛也是）：告警、订阅和失败告诉你的事，只有自己看得到。',
        '{inbox.read}、{inbox.unread}、{inbox.readAll}；删除的 {list.undo} 找回。你已经看不到的游戏的消息不会出现。',
      ],
    },
  ],
}
