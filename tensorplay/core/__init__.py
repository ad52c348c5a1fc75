"""The waist: a tensor is a storage seen through a spec, and every operation plans on specs before it touches bytes."""
