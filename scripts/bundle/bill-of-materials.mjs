/** A package of the npm registry as a component of a bill of materials. */
export const npmComponent = ({ name, version, license }) => ({
  type: 'library',
  name,
  version,
  purl: `pkg:npm/${name.replace('@', '%40')}@${version}`,
  ...(license === undefined ? {} : { licenses: [{ expression: license }] }),
});

/** A program's components in the CycloneDX format: the program itself, and its packages. */
export const billOfMaterials = (program, components) => ({
  bomFormat: 'CycloneDX',
  specVersion: '1.6',
  version: 1,
  metadata: { component: { ...program, type: 'application' } },
  components,
});
