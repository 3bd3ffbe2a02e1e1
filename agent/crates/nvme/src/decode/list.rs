//! Lists of identifiers that Identify answers with: figures "Namespace List" (CNS 02h, 10h) and "Controller List" (CNS 13h).

use super::{IDENTIFY_BYTES, Malformed, Structure};

const NAMESPACES_MAX: usize = IDENTIFY_BYTES / size_of::<u32>();
/// The first entry's place is taken by the count.
const CONTROLLERS_MAX: usize = IDENTIFY_BYTES / size_of::<u16>() - 1;

/// One page of a list of identifiers.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct IdentifierList {
    /// In increasing order, as the drive gives them.
    pub identifiers: Vec<u32>,
    /// The page has no room for another one: there may be more.
    pub is_full: bool,
}

impl IdentifierList {
    /// Decodes a Namespace List: up to 1024 identifiers, the first 0 ends them.
    ///
    /// # Errors
    /// [`Malformed`] if there are fewer than 4096 bytes.
    pub fn of_namespaces(bytes: &[u8]) -> Result<Self, Malformed> {
        let data = Structure::<IDENTIFY_BYTES>::new("Namespace List", bytes)?;
        let all = (0..NAMESPACES_MAX).map(|index| data.u32(index * size_of::<u32>()));
        let identifiers: Vec<u32> = all.take_while(|nsid| *nsid != 0).collect();
        Ok(Self {
            is_full: identifiers.len() == NAMESPACES_MAX,
            identifiers,
        })
    }

    /// Decodes a Controller List: a count, and then up to 2047 identifiers, of which 0 is one.
    ///
    /// # Errors
    /// [`Malformed`] if there are fewer than 4096 bytes, or more identifiers than have room in them.
    pub fn of_controllers(bytes: &[u8]) -> Result<Self, Malformed> {
        const STRUCTURE: &str = "Controller List";
        let data = Structure::<IDENTIFY_BYTES>::new(STRUCTURE, bytes)?;
        let count = usize::from(data.u16(0));
        if count > CONTROLLERS_MAX {
            return Err(Malformed {
                structure: STRUCTURE,
                reason: format!("it counts {count} controllers, and has room for {CONTROLLERS_MAX}"),
            });
        }
        let identifiers = (1..=count).map(|index| data.u16(index * size_of::<u16>()).into());
        Ok(Self {
            identifiers: identifiers.collect(),
            is_full: count == CONTROLLERS_MAX,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn namespaces_end_with_the_first_zero_or_with_the_page() {
        let mut page = vec![0; IDENTIFY_BYTES];
        let list = |page: &[u8]| IdentifierList::of_namespaces(page).unwrap();
        assert_eq!((list(&page).identifiers.len(), list(&page).is_full), (0, false));
        page[0..8].copy_from_slice(&[1, 0, 0, 0, 0, 1, 0, 0]);
        page[12] = 9; // Beyond the end.
        assert_eq!(list(&page).identifiers, [1, 256]);
        let full: Vec<u8> = (1..=1024u32).flat_map(u32::to_le_bytes).collect();
        assert!(list(&full).is_full && list(&full).identifiers.last() == Some(&1024));
        assert!(
            !list(&[&full[..4092], &[0; 4]].concat()).is_full,
            "1023 leave room for one"
        );
        assert!(IdentifierList::of_namespaces(&full[1..]).is_err());
    }

    #[test]
    fn controllers_are_counted() {
        let mut page = vec![0; IDENTIFY_BYTES];
        let list = |page: &[u8]| IdentifierList::of_controllers(page).unwrap();
        assert_eq!(list(&page).identifiers, [] as [u32; 0]);
        page[0..6].copy_from_slice(&[2, 0, 0, 0, 0x41, 0]);
        assert_eq!(list(&page).identifiers, [0, 0x41]);
        page[0..2].copy_from_slice(&2047u16.to_le_bytes());
        assert!(list(&page).is_full && list(&page).identifiers.len() == 2047);
        page[0..2].copy_from_slice(&2048u16.to_le_bytes());
        assert!(IdentifierList::of_controllers(&page).is_err());
        assert!(IdentifierList::of_controllers(&[]).is_err());
    }
}
