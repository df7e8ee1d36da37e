/** Every outcome recorded from Copilot CLI: of its list of skills, and of its server, which answers otherwise. */
import path from 'node:path';
import type { Candidate, Resolution, Root } from '../../src/core/types';
import { type RecordedCase, testRecordedAgent } from './recorded-agents';

testRecordedAgent({
  profile: 'copilot-cli',
  fixture: 'copilot.jsonl',
  knownDifferences: {},
  ordered: true,
  fields: ({ description, source, enabled }) => ({ description, scope: source, enabled }),
  answer: (recorded, resolution) =>
    recorded.via === 'rpc skills.discover' ? discovered(resolution) : listed(recorded, resolution),
  leftOut: ({ id }) =>
    id === 'cp-cfg-dirs-tilde'
      ? 'the server takes a relative directory from its own folder; @list has the case too'
      : undefined,
});

/** The list gives the folder of a command only, so the file was not recorded. */
function listed({ expect }: RecordedCase, { skills }: Resolution) {
  const isRecorded = (file: string) => expect.skills.some(skill => skill.file === file);
  return skills.map(({ name, file, description, source, enabled }) => ({
    name,
    file: path.basename(path.dirname(file)) === 'commands' && !isRecorded(file) ? null : file,
    description,
    scope: source,
    enabled,
  }));
}

/** The server gives what is the first of its name outside the project, then what is that inside. */
function discovered({ roots, candidates, configuration }: Resolution) {
  const disabled = configuration.inputs?.find(({ name }) => name === 'disabledSkills')?.value ?? '[]';
  const off = new Set(JSON.parse(disabled) as readonly string[]);
  const isProject = ({ scope }: Root) => scope === 'project';
  return [roots.filter(root => !isProject(root)), roots.filter(isProject)].flatMap(group => {
    const first = new Map<string, Candidate & { readonly source: string | undefined }>();
    for (const { id, verdict, decidedBy, source } of group) {
      if (verdict !== 'active' && verdict !== 'alias') continue;
      for (const candidate of candidates) {
        const isHere = candidate.root === (decidedBy ?? id);
        if (isHere && candidate.description !== null && !first.has(candidate.name))
          first.set(candidate.name, { ...candidate, source });
      }
    }
    return [...first.values()].map(({ name, file, description, source }) => ({
      name,
      file,
      description,
      scope: source,
      ...(off.has(name) && { enabled: false }),
    }));
  });
}
