WITH _past_week_prior1_rows AS MATERIALIZED (
  SELECT (f."on_day" + 7) AS "d1", f."channel" AS "d2", sum(f."amount") AS "p11"
  FROM "past_sale" AS f
  WHERE f."on_day" >= DATE '2027-01-04' AND f."on_day" < DATE '2027-01-06'
  GROUP BY 1, 2
),
_past_week_prior1_levels AS (
  SELECT 0 AS "_level", NULL AS "d1", NULL AS "d2", sum("p11") AS "p11"
  FROM _past_week_prior1_rows
  UNION ALL
  SELECT 2 AS "_level", "d1", "d2", "p11"
  FROM _past_week_prior1_rows
),
_past_week_prior AS (
  SELECT "_level", "d1", "d2", "p11"
  FROM (
    SELECT "_level", "d1", "d2", coalesce("p11", 0) AS "p11"
    FROM _past_week_prior1_levels
  ) AS r
  WHERE r."_level" IN (2)
),
_present AS MATERIALIZED (
  SELECT f."on_day" AS "d1", f."channel" AS "d2", sum(f."amount") AS "p11"
  FROM "past_sale" AS f
  WHERE f."on_day" >= DATE '2027-01-11' AND f."on_day" < DATE '2027-01-14'
  GROUP BY 1, 2
),
_rows AS MATERIALIZED (
  SELECT "d1", "d2", "p11"
  FROM _present
  UNION ALL
  SELECT "d1", "d2", NULL AS "p11"
  FROM (
    SELECT "d1", "d2"
    FROM _past_week_prior1_rows AS r
    WHERE r."d1" >= DATE '2027-01-11' AND r."d1" < DATE '2027-01-13'
    EXCEPT
    SELECT "d1", "d2"
    FROM _present
  ) AS lacking
),
_kept AS MATERIALIZED (
  SELECT "d1", "d2", "p11_counted" AS "p11"
  FROM (
    SELECT r.*, CASE WHEN NOT (r."_level" = 2 AND (NOT (r."d1" >= DATE '2027-01-11' AND r."d1" < DATE '2027-01-13'))) THEN CASE WHEN _past_week_prior."_level" IS NULL THEN 0 ELSE _past_week_prior."p11" END END AS "p11_past_week", CASE WHEN NOT (r."_level" = 2 AND (NOT (r."d1" >= DATE '2027-01-11' AND r."d1" < DATE '2027-01-13'))) THEN r."p11" END AS "p11_now_week"
    FROM (
      SELECT "d1", "d2", "p11" AS "p11_counted", 2 AS "_level", coalesce("p11", 0) AS "p11"
      FROM _rows
    ) AS r
    LEFT JOIN _past_week_prior ON _past_week_prior."_level" = r."_level" AND _past_week_prior."d1" IS NOT DISTINCT FROM r."d1" AND _past_week_prior."d2" IS NOT DISTINCT FROM r."d2"
  ) AS r
  WHERE r."p11_now_week" >= r."p11_past_week" * 1.2
),
_levels AS (
  SELECT 0 AS "_level", NULL AS "d1", NULL AS "d2", sum("p11") AS "p11"
  FROM _kept
  UNION ALL
  SELECT 2 AS "_level", "d1", "d2", "p11"
  FROM _kept
)
SELECT r."d1", r."d2", r."p11"
FROM (
  SELECT "_level", "d1", "d2", coalesce("p11", 0) AS "p11"
  FROM _levels
) AS r
ORDER BY r."_level", r."d1" DESC NULLS LAST, r."d2" ASC NULLS LAST
LIMIT 100002
