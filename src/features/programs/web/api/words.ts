// Swagger UI has English texts of its own and no way to give it others: they are replaced where they appear.

const words: Readonly<Record<string, string>> = {
  'Additional properties': '其他属性',
  'All of': '全部满足',
  'Any of': '任一满足',
  Array: '数组',
  Authorize: '填入令牌',
  Authorized: '已填入',
  'Available authorizations': '可用的凭据',
  Cancel: '收起',
  Clear: '清除',
  Close: '关闭',
  Code: '状态',
  'Collapse all': '全部收起',
  Contains: '包含',
  'Copy cURL command to clipboard': '复制 cURL 命令',
  'Copy code to clipboard': '复制',
  'Copy path to clipboard': '复制路径',
  'Controls ': '',
  Description: '说明',
  Details: '详情',
  'Download file': '下载文件',
  Download: '下载',
  'Edit Value': '编辑',
  'Enum:': '可取：',
  Enum: '可取',
  Errors: '错误',
  'Example Value': '示例',
  'Example Description': '示例说明',
  Examples: '示例',
  'Examples: ': '示例：',
  Execute: '发送',
  'Expand all': '全部展开',
  'Headers:': '响应头：',
  Hide: '收起',
  Items: '各项',
  Links: '链接',
  Loading: '正在读取',
  Logout: '清除',
  'Media type': '内容类型',
  Name: '名称',
  'No links': '没有链接',
  'No operations defined in spec!': '没有符合的接口',
  'No parameters': '没有参数',
  'One of': '其中之一',
  Parameters: '参数',
  'Request URL': '请求地址',
  'Request body': '请求内容',
  'Request duration': '用时',
  Reset: '还原',
  'Response body': '响应内容',
  'Response headers': '响应头',
  Responses: '响应',
  Schema: '结构',
  'Server response': '服务器的响应',
  'Try it out ': '试一试',
  'Try it out': '试一试',
  Type: '类型',
  Value: '值',
  'Value:': '值：',
  'Value: ': '值：',
  Accept: '接受',
  body: '内容',
  path: '路径',
  query: '查询',
  required: '必填',
}

const attributes = ['placeholder', 'aria-label', 'title'] as const

/** Texts that come from the document, from a response or from the reader. */
const foreign = '.renderedMarkdown, pre, code, textarea, .opblock-summary-path, div.parameter__name, .model'

function translate(node: Node): void {
  if (node instanceof Text) translateText(node)
  if (!(node instanceof Element)) return
  const walk = document.createTreeWalker(node, NodeFilter.SHOW_TEXT)
  while (walk.nextNode()) translateText(walk.currentNode as Text)
  for (const element of [node, ...node.querySelectorAll('[placeholder], [aria-label], [title]')])
    for (const name of attributes) translateAttribute(element, name)
}

function translateText(text: Text): void {
  const chinese = chineseOf(text.data)
  if (chinese === undefined || text.parentElement?.closest(foreign)) return
  text.data = chinese
}

function translateAttribute(element: Element, name: (typeof attributes)[number]): void {
  const chinese = chineseOf(element.getAttribute(name) ?? '')
  if (chinese !== undefined) element.setAttribute(name, chinese)
}

const chineseOf = (text: string): string | undefined => (Object.hasOwn(words, text) ? words[text] : undefined)

/** Replaces what is there and what comes; returns how to stop. */
export function keepChinese(root: Element): () => void {
  const watching = new MutationObserver((changes) => {
    for (const { type, target, addedNodes, attributeName } of changes) {
      if (type === 'childList') addedNodes.forEach(translate)
      else if (type === 'characterData') translate(target)
      else translateAttribute(target as Element, attributeName as (typeof attributes)[number])
    }
  })
  watching.observe(root, {
    subtree: true,
    childList: true,
    characterData: true,
    attributeFilter: [...attributes],
  })
  translate(root)
  return () => watching.disconnect()
}
