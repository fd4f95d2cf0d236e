import { change, languageOf, settings } from '../settings';
import { useStore } from '../store';
import { useWords } from '../words';
import { Choice, Switch } from './frame';

export function SettingsList() {
  const words = useWords();
  const now = useStore(settings);
  return (
    <div class="settings">
      <Choice
        label={words.t('motionSetting')} value={now.motion} onChange={(motion) => change({ motion })}
        options={[
          [0, words.t('motionOff')], [0.5, words.t('motionFast')], [1, words.t('motionNormal')],
          [2, words.t('motionSlow')],
        ]}
      />
      <Switch label={words.t('soundSetting')} value={now.sound} onChange={(sound) => change({ sound })} />
      <Switch label={words.t('atOnceSetting')} value={now.atOnce} onChange={(atOnce) => change({ atOnce })} />
      <Switch
        label={words.t('coordinatesSetting')} value={now.coordinates}
        onChange={(coordinates) => change({ coordinates })}
      />
      <Choice
        label={words.t('valuesSetting')} value={now.values} onChange={(values) => change({ values })}
        options={[
          ['report', words.t('valuesReport')], ['all', words.t('valuesAll')], ['off', words.t('valuesOff')],
        ]}
      />
      <Choice
        label={words.t('themeSetting')} value={now.theme ?? 'system'}
        onChange={(theme) => change({ theme: theme === 'system' ? null : theme })}
        options={[['system', words.t('themeSystem')], ['light', words.t('themeLight')], ['dark', words.t('themeDark')]]}
      />
      <Choice
        label={words.t('languageSetting')} value={languageOf(now, navigator.language)}
        onChange={(language) => change({ language })}
        options={[['en', 'English'], ['el', 'Ελληνικά']]}
      />
    </div>
  );
}
