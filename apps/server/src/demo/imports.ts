// Contents: the files · their imports
import { createHash } from 'node:crypto';
import type { Context, StaffContext } from '../context.ts';
import { beginImport, commitImport, listImports, workOnImports } from '../features/bank/question-imports/question-imports.ts';
import type { Storage } from '../integrations/storage/storage.ts';

const hourMs = 3_600_000;

const added = String.raw`question,option_a,option_b,option_c,option_d,answer,solution,topic,difficulty
"A glass slab of refractive index \(1.5\) is \(6\ \mathrm{cm}\) thick. How thick does it look from straight above?",2 cm,3 cm,4 cm,6 cm,C,"The apparent thickness is \(6 / 1.5 = 4\ \mathrm{cm}\).",Refraction and total internal reflection,2
"A convex lens has a focal length of \(25\ \mathrm{cm}\). What is its power, in dioptres?",,,,,4,"\(P = 1/f = 1/0.25\ \mathrm{m} = 4\ \mathrm{D}\).","Lenses, prisms and instruments",2
"Which colour of white light does a prism deviate most?",Red,Yellow,Green,Violet,D,"The refractive index of glass is largest for violet light.","Lenses, prisms and instruments",1
"Two plane mirrors stand at right angles. How many images of a coin between them are seen?",1,2,3,4,C,"\(360^{\circ}/90^{\circ} - 1 = 3\).",Reflection and mirrors,2
`;

/** Questions with faults and losses of several kinds, as an older program exported them. */
const waiting = String.raw`<?xml version="1.0" encoding="UTF-8"?>
<quiz>
<question type="category"><category><text>$course$/Physics/Lenses and prisms</text></category></question>
<question type="multichoice"><name><text>Lens in water</text></name>
<questiontext format="html"><text><![CDATA[<p style="color:red">A glass lens is moved from air into water. What happens to its <b>focal length</b>?</p>]]></text></questiontext>
<defaultgrade>4</defaultgrade><penalty>0.25</penalty><single>true</single>
<answer fraction="100"><text>It grows</text><feedback><text>Right: the indices differ less.</text></feedback></answer>
<answer fraction="0"><text>It shrinks</text></answer><answer fraction="0"><text>It stays the same</text></answer>
<answer fraction="0"><text>It becomes zero</text></answer></question>
<question type="multichoice"><name><text>Five options</text></name>
<questiontext format="html"><text><![CDATA[<p>Which of these is a unit of power of a lens?</p>]]></text></questiontext><single>true</single>
<answer fraction="100"><text>Dioptre</text></answer><answer fraction="0"><text>Metre</text></answer><answer fraction="0"><text>Watt</text></answer>
<answer fraction="0"><text>Lumen</text></answer><answer fraction="0"><text>Candela</text></answer></question>
<question type="essay"><name><text>Rainbow</text></name>
<questiontext format="html"><text><![CDATA[<p>Explain in your own words how a rainbow comes about.</p>]]></text></questiontext></question>
<question type="numerical"><name><text>Mirror</text></name>
<questiontext format="html"><text><![CDATA[<p>A concave mirror has a radius of curvature of 30 cm. Find its focal length, in cm.</p>]]></text></questiontext>
<answer fraction="100"><text>15</text><tolerance>0.1</tolerance></answer>
<units><unit><multiplier>1</multiplier><unit_name>cm</unit_name></unit></units></question>
<question type="multichoice"><name><text>Broken formula</text></name>
<questiontext format="html"><text><![CDATA[<p>The magnification of a mirror is \(\frac{v}{u\). Which sign does a real image have?</p>]]></text></questiontext><single>true</single>
<answer fraction="0"><text>Plus</text></answer><answer fraction="100"><text>Minus</text></answer><answer fraction="0"><text>Either</text></answer>
<answer fraction="0"><text>None</text></answer></question>
<question type="multichoice"><name><text>Prism</text></name>
<questiontext format="html"><text><![CDATA[<p>Which colour of white light does a prism deviate most?</p>]]></text></questiontext><single>true</single>
<answer fraction="0"><text>Red</text></answer><answer fraction="0"><text>Yellow</text></answer><answer fraction="0"><text>Green</text></answer>
<answer fraction="100"><text>Violet</text></answer></question>
</quiz>
`;

const letter = `Dear parents,

The classes of Saturday are moved to Sunday, 9 o'clock, because of the examination of the board. Please send the students with their
answer books.

Vidya Classes
`;

/** The institute's imports: one in the bank, one that waits for its topics and corrections, and one of a file without questions. */
export async function placeDemoImports(context: Context, storage: Storage, code: string): Promise<void> {
  const { db } = context;
  const institute = await db.selectFrom('institutes').where('code', '=', code).select('id').executeTakeFirst();
  const teacher = await db.selectFrom('users').where('phone', '=', '9000000012').select('id').executeTakeFirst();
  if (!institute || !teacher) return;
  const institute_id = institute.id;
  const as = (hoursAgo: number): StaffContext => ({
    ...context,
    now: new Date(context.now.getTime() - hoursAgo * hourMs),
    actor: { user_id: teacher.id, role: 'teacher', institute_id, reason: null },
  });
  if ((await listImports(as(0), 0)).total > 0) return;
  const work = (by: StaffContext) => workOnImports(by, { storage, isEmbedded: true, waitsForTests: false });
  const begin = async (by: StaffContext, file_name: string, media_type: string, text: string) => {
    const bytes = Buffer.from(text);
    const sha256 = createHash('sha256').update(bytes).digest();
    const extension = file_name.slice(file_name.lastIndexOf('.') + 1);
    const storage_key = `kept/institutes/${institute_id}/import-${sha256.toString('hex').slice(0, 24)}.${extension}`;
    await storage.write(storage_key, media_type, bytes);
    const file = {
      institute_id,
      user_id: teacher.id,
      storage_key,
      file_name,
      extension,
      status: 'STORED' as const,
      bytes: bytes.length,
      sha256,
      pages: null,
    };
    const stored = await db
      .insertInto('stored_files')
      .values({ ...file, created_at: by.now, recorded_at: by.now })
      .onConflict((on) => on.column('storage_key').doUpdateSet({ file_name }))
      .returning('id')
      .executeTakeFirstOrThrow();
    return beginImport(by, { id: stored.id, file_name, sha256, bytes: bytes.length }, { difficulty: 3, for: 'paper' });
  };
  const first = await begin(as(30), 'Ray optics, worksheet 4.csv', 'text/csv', added);
  await begin(as(2), 'Notice to parents.txt', 'text/plain', letter);
  await work(as(30));
  await commitImport(as(29), first, 'draft');
  await work(as(29));
  await begin(as(1), 'moodle-export-lenses.xml', 'application/xml', waiting);
  await work(as(1));
}
