import classes from './PalettePicture.module.css';

const cells = [
  'answered',
  'answered',
  'marked',
  'missed',
  'answered',
  'current',
  'fresh',
  'fresh',
  'answered',
  'fresh',
  'fresh',
  'fresh',
] as const;
const options = ['12 N', '18 N', '24 N', '36 N'] as const;

/** A picture of the test screen in miniature. It says nothing that the text beside it does not. */
export function PalettePicture() {
  return (
    <div className={classes.root} aria-hidden="true">
      <div className={classes.bar}>
        <span className={classes.subject}>Physics</span>
        <span className={classes.clock}>02 : 41 : 07</span>
      </div>
      <p className={classes.question}>6. A 6 kg block is pulled so that it gains 3 m/s in every second. Find the net force on it.</p>
      <div className={classes.body}>
        <div className={classes.options}>
          {options.map((text, index) => (
            <span key={text} data-chosen={index === 1 || undefined}>
              <b>{index + 1}</b>
              {text}
            </span>
          ))}
        </div>
        <div className={classes.palette}>
          {cells.map((state, index) => (
            <span key={index} data-state={state}>
              {index + 1}
            </span>
          ))}
        </div>
      </div>
    </div>
  );
}
