//! How far a command reaches that destroys data: every namespace that would lose it must be seen from here, with its block
//! device, and by nobody else. A host sees only what is attached to its own controller. What another controller of the same
//! drive is attached to, or another host, is asked of the drive itself.

use std::collections::BTreeSet;

use crosspoint_nvme::decode::{IdentifierList, IdentifyController};

use super::found::{DriveFound, NamespaceHere};

/// As many as one page of the drive's own list holds: an old drive that counts more than that is not believed.
const NAMESPACES_MAX: u32 = 1024;

impl DriveFound {
    /// One namespace, if nobody else can use it.
    ///
    /// # Errors
    /// Why its data must not be destroyed, or why that cannot be found out.
    pub async fn one_alone(
        &self,
        nsid: u32,
        identify: &IdentifyController,
    ) -> Result<Vec<NamespaceHere>, String> {
        let namespace = self.namespace(nsid)?.clone();
        self.refuse_shared(&namespace, identify).await?;
        Ok(vec![namespace])
    }

    /// Every namespace of the drive, if all of them are here and nobody else can use any.
    ///
    /// # Errors
    /// The same.
    pub async fn all_alone(&self, identify: &IdentifyController) -> Result<Vec<NamespaceHere>, String> {
        if let Some(reason) = &self.namespaces_missing {
            return Err(format!(
                "not every namespace of the drive can be checked here, and all would lose their data: {reason}"
            ));
        }
        self.company(identify).await?;
        self.refuse_unseen(identify).await?;
        for namespace in &self.namespaces {
            self.refuse_shared(namespace, identify).await?;
        }
        Ok(self.namespaces.iter().cloned().collect())
    }

    /// Compares the kernel's namespaces with the drive's own list.
    async fn refuse_unseen(&self, identify: &IdentifyController) -> Result<(), String> {
        let exist = self.existing(identify).await?;
        let here: BTreeSet<u32> = self.namespaces.iter().map(|namespace| namespace.nsid).collect();
        if let Some(unseen) = exist.difference(&here).next() {
            return Err(format!(
                "namespace {unseen} of the drive would lose its data too, and this host has no block device of it, so \
                 its content cannot be read: attach it to this controller (nvme attach-ns), or delete it \
                 (nvme delete-ns)"
            ));
        }
        match here.difference(&exist).next() {
            Some(unlisted) => Err(format!(
                "the drive does not list namespace {unlisted}, of which the kernel has a block device: have the kernel \
                 rescan it (nvme ns-rescan)"
            )),
            None => Ok(()),
        }
    }

    /// Identifiers of the namespaces that the drive has: all, or where it cannot say so, those attached to this controller.
    async fn existing(&self, identify: &IdentifyController) -> Result<BTreeSet<u32>, String> {
        let able = &identify.capabilities;
        let listed = if able.namespace_management {
            self.control.allocated_namespaces().await
        } else if able.lists_namespaces {
            self.control.active_namespaces().await
        } else {
            // Before NVM Express 1.1 every identifier up to NN is a namespace.
            let identifiers = (1..=identify.namespace_count.min(NAMESPACES_MAX)).collect();
            Ok(IdentifierList {
                identifiers,
                is_full: identify.namespace_count > NAMESPACES_MAX,
            })
        };
        let list =
            listed.map_err(|error| format!("could not determine which namespaces the drive has: {error}"))?;
        if list.is_full {
            return Err(format!(
                "the drive has {NAMESPACES_MAX} namespaces or more, and no more are looked at: not every one that would \
                 lose its data is known"
            ));
        }
        Ok(list.identifiers.into_iter().collect())
    }

    /// Refuses a namespace that another controller may have, unless the drive itself lists this one as its only controller.
    async fn refuse_shared(
        &self,
        namespace: &NamespaceHere,
        identify: &IdentifyController,
    ) -> Result<(), String> {
        let nsid = namespace.nsid;
        let identified =
            self.control.identify_namespace(nsid).await.map_err(|error| {
                format!("could not determine whether namespace {nsid} is shared: {error}")
            })?;
        if identified.is_dispersed {
            return Err(format!(
                "namespace {nsid} is dispersed (NMIC): it can be in other NVM subsystems too, and what uses it there cannot \
                 be seen from here"
            ));
        }
        if !identified.is_shared {
            return Ok(());
        }
        let why = match self.company(identify).await {
            Ok(Company::Excluded) => return Ok(()),
            Ok(Company::Denied) => "the drive says so (NMIC)".to_owned(),
            Err(reason) => reason,
        };
        Err(format!(
            "namespace {nsid} can be shared with other controllers, and what uses it through them cannot be seen from \
             here: {why}"
        ))
    }

    /// Whether the drive has other controllers.
    ///
    /// # Errors
    /// That it has, or that it could not be determined.
    async fn company(&self, identify: &IdentifyController) -> Result<Company, String> {
        let able = &identify.capabilities;
        if !able.several_controllers {
            return Ok(Company::Denied);
        }
        if !able.namespace_management {
            return Err(
                "the drive may have more controllers than this one (CMIC), and cannot list them: another host may use it"
                    .to_owned(),
            );
        }
        let list =
            self.control.subsystem_controllers().await.map_err(|error| {
                format!("could not determine which other controllers the drive has: {error}")
            })?;
        if list.identifiers == [u32::from(identify.controller_id)] {
            return Ok(Company::Excluded);
        }
        let all: Vec<String> = list.identifiers.iter().map(ToString::to_string).collect();
        Err(format!(
            "the drive has more controllers than this one (number {} of {}), and what is used through the others cannot \
             be seen from here",
            identify.controller_id,
            all.join(", ")
        ))
    }
}

/// How it is known that a drive has no other controller.
enum Company {
    /// CMIC says that there can be none.
    Denied,
    /// There could be, and the drive's list of controllers has this one alone.
    Excluded,
}
