/** The text of `which-skill --help` in Simplified Chinese: the same commands and options, line by line. */
export const HELP_IN_CHINESE = `用法：  which-skill [options] NAME...   以该名称加载的文件
       which-skill -a NAME...          该名称的所有候选项，按优先级排列
       which-skill list                按作用域和根目录列出所有技能，以及未生效者和原因
       which-skill prompt              提供给模型的技能列表，一字不差
       which-skill compare             多个产品各自加载什么，逐个名称比较
       which-skill matrix              每个技能对照本机的每个 Agent：它采用的文件，
                                       或不采用的原因
       which-skill rescue              从 kimi-cli 换到 kimi-code 会失去什么，以及如何补救；
                                       加上 --apply 即可执行
       which-skill check               检查项目中的技能是否被丢弃、在项目内被遮蔽、不确定，
                                       或位于某个工具自己的目录；用于持续集成
       which-skill export              完整的结果，可贴到 issue 中，主目录写作 ~
       which-skill undo [ID]           上一次 --apply 的操作（或 --list 列出的某一次）会撤销
                                       什么；加上 --apply 即可撤销
       which-skill why NAME|PATH...    为什么加载或不加载，怎样才会改变，
                                       以及其他 Agent 如何处理

       which-skill new NAME            新建技能，带有有效的 frontmatter
       which-skill rename WHAT NAME    同时改文件夹名和声明的名称
       which-skill copy WHAT           复制到所在作用域的规范目录，或 --to 指定的位置
       which-skill migrate WHAT        同上，但改为移动
       which-skill make-visible WHAT   让 --agents 中的各个 Agent 都加载同一个文件：移到规范
                                       目录，并为不读取那里的 Agent 建立链接
       which-skill move WHAT --to project|user|DIR
       which-skill to-folder WHAT      把 name.md 转为 name/SKILL.md
       which-skill prefer PATH         怎样才能让这个副本生效
       which-skill delete WHAT         移入备份
       which-skill fix NAME|PATH       可以修复的内容，以 diff 显示；用 --fix N 指定其一
       which-skill backups             被替换或删除、但仍保留的内容
       which-skill restore PATH        把备份放回原处，或放到 --to DIR
       which-skill recover [ID]        完成或清理被中断的操作

说明编程 Agent 在这里加载哪些技能、从哪个文件加载、为什么不是其他文件，并帮助整理。
第二组命令只显示会做什么、做完之后哪个生效；加上 --apply 才会更改文件。

选项：
  -a, --all               所有候选项，而不只是生效者
      --json              输出 JSON
      --apply             用于所有更改文件的命令：执行
      --before            用于 undo，在上一次更改无法撤销（已永久删除）时：撤销再前一次
      --list              用于 undo：列出可以撤销的操作及其 ID
      --partly            用于 undo，在部分文件此后又有更改时：只撤销保持原样的技能
      --profile ID        按哪个产品的规则：kimi-cli、kimi-code、claude-code、codex、
                          copilot-cli、vscode、gemini-cli、qwen-code、opencode、amp、
                          goose、cursor；或 auto，即本机使用的那个 Kimi（默认；没有
                          任何迹象时为 kimi-cli）
      --agents ID,ID      用于 matrix、make-visible 和 why：指定的 Agent，或 all；默认
                          为本机已有的 Agent
      --agent-arg ARG     Agent 自身命令行中有影响的参数，例如
                          --agent-arg=--add-dir --agent-arg=../lib（可重复）
      --profiles ID,ID    用于 compare 和 rescue（kimi-cli,kimi-code）；用于 check 时，
                          按各个产品的规则检查
      --cwd DIR           从 DIR 而不是当前目录开始
      --skills-dir DIR    与产品自身的 --skills-dir 相同：取代项目目录和用户目录（可重复）
      --extra-skill-dir DIR
                          取代配置中的 extra_skill_dirs（可重复；~ 和相对于项目根目录的
                          路径，含义与配置中相同）
      --no-merge-brands   相当于 merge_all_available_skills = false
      --builtin-dir DIR   内置技能所在的位置
      --lang LANG         en 或 zh-cn；默认取决于 LC_ALL、LC_MESSAGES 或 LANG

check 的选项。只检查项目根目录之下的技能，与本机其他内容无关：
      --no-dropped, --no-shadowed, --no-ambiguous, --no-brand
                          关闭其中一条规则
      --github            在列表之后输出 GitHub Actions 的注解；不加时，仅在
                          GITHUB_ACTIONS 为 true 时输出
      --no-github         不输出注解

export 和 matrix 的选项：
      --markdown          Markdown（export 的默认格式）；加 --json 则为 JSON

new 的选项：
      --scope project|user, --root DIR
                          放在哪里；不加时，放在项目中各工具共用的位置
      --description TEXT  它做什么、何时使用

更改的选项。WHAT 是技能的名称或路径（名称指生效者，加 -a 则指全部），
或者 --root DIR，或者 --scope project|user：
      --to DIR            canonical（默认）、project、user，或某个会查看的目录
      --leave-link        在原位置留下链接
      --on-conflict DO    skip（默认）、keep-both、replace（旧的保留为备份）、
                          remove-source（目标处已有相同内容时）
      --inner-links DO    指向技能之外的链接：rebase（默认）、keep、dereference
      --dereference       复制链接所指的内容，而不是链接本身
      --fill-in           把缺少的名称和描述写入 frontmatter
      --user-dir DIR      ~/.agents/skills 或 ~/.config/agents/skills，在两者都不存在时
      --permanently       永久删除
      --answer ID=VALUE   计划中一个问题的答案（可重复）
      --way N             用于 prefer：采用哪种方式
      --fix N             用于 fix：采用哪个修复
      --clean             用于 recover：撤销只完成一半的部分

  -h, --help              本说明
  -V, --version           which-skill 的版本

技能与命令同名时：which-skill -- list

退出状态：
  0  已找到、已计划或已完成
  1  没有以该名称加载的技能；没有可做、可撤销或可恢复的操作；有问题尚待回答；
     check：有技能违反规则；rescue：有技能会失去，或加上 --apply 后仍有需要手动处理的
  2  无法回答，或更改失败：未完成的部分保持原样
  3  由另一台机器或某个程序提供的磁盘在 5 秒内没有响应：输出不含该磁盘上的内容，stderr 会
     指出是哪个磁盘
不加 --apply 就不写入任何内容，也不使用网络。
`;
