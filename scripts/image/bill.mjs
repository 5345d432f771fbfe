// The bill of materials of the whole image: that of the product, with the Debian packages in place of this machine's
// libraries.
import { billOfMaterials } from '../supply-chain/sbom.mjs';

/**
 * CycloneDX JSON. @param {string} root @param {{ name: string, version: string }[]} packages @param {string} version
 */
export function imageBill(root, packages, version) {
  const bill = billOfMaterials(root);
  const isOfThisMachine = (/** @type {{ 'bom-ref'?: string }} */ { 'bom-ref': ref }) =>
    String(ref).startsWith('system:');
  const debian = packages
    .filter(({ name }) => name !== 'tonegate')
    .map((each) => ({
      ...{ 'bom-ref': `deb:${each.name}@${each.version}`, type: 'library', name: each.name, version: each.version },
      purl: `pkg:deb/debian/${each.name}@${encodeURIComponent(each.version)}?arch=arm64`,
    }));
  const { dependencies: _, serialNumber: __, ...rest } = bill;
  return {
    ...rest,
    metadata: { component: { type: 'firmware', name: 'tonegate-arm64', version } },
    components: [...bill.components.filter((/** @type {{}} */ each) => !isOfThisMachine(each)), ...debian],
  };
}
