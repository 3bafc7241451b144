WITH _1_p12 AS MATERIALIZED (
  SELECT f."on_day" AS "d1", f."player" AS "_1_p12_value"
  FROM "calculated_sale" AS f
  WHERE f."on_day" >= DATE '2026-03-01' AND f."on_day" < DATE '2026-03-11'
  GROUP BY 1, 2
),
_1 AS (
  SELECT f."on_day" AS "d1", sum(f."amount") AS "p11", sum(f."amount") AS "p20"
  FROM "calculated_sale" AS f
  WHERE f."on_day" >= DATE '2026-03-01' AND f."on_day" < DATE '2026-03-11'
  GROUP BY 1
),
_1_p12_rows AS (
  SELECT "d1", count("_1_p12_value") AS "p12"
  FROM _1_p12
  GROUP BY 1
),
_rows AS MATERIALIZED (
  SELECT "d1", sum("p11") AS "p11", max("p12") AS "p12", sum("p20") AS "p20"
  FROM (
    SELECT "d1", "p11", 0 AS "p12", "p20"
    FROM _1
    UNION ALL
    SELECT "d1", NULL AS "p11", "p12", NULL AS "p20"
    FROM _1_p12_rows
  ) AS _all
  GROUP BY 1
),
_levels AS (
  SELECT 0 AS "_level", NULL AS "d1", sum("p11") AS "p11", (SELECT count(DISTINCT "_1_p12_value") FROM _1_p12) AS "p12", sum("p20") AS "p20"
  FROM _rows
  UNION ALL
  SELECT 1 AS "_level", "d1", "p11", "p12", "p20"
  FROM _rows
),
_blank AS MATERIALIZED (
  SELECT r."p13", r."p19"
  FROM (
    SELECT r.*, r."p11" / nullif(r."p12", 0) AS "p13", r."p11" + 1 AS "p19"
    FROM (
      SELECT "p11", "p12", "p20"
      FROM _levels
      WHERE FALSE
      UNION ALL
      SELECT 0, 0, NULL
    ) AS r
  ) AS r
),
_moving1_1_p12 AS MATERIALIZED (
  SELECT f."on_day" AS "d1", f."player" AS "_moving1_1_p12_value"
  FROM "calculated_sale" AS f
  WHERE f."on_day" >= DATE '2026-02-23' AND f."on_day" < DATE '2026-03-11'
  GROUP BY 1, 2
),
_moving1_1 AS (
  SELECT f."on_day" AS "d1", sum(f."amount") AS "p11", sum(f."amount") AS "p20"
  FROM "calculated_sale" AS f
  WHERE f."on_day" >= DATE '2026-02-23' AND f."on_day" < DATE '2026-03-11'
  GROUP BY 1
),
_moving1_1_p12_rows AS (
  SELECT "d1", count("_moving1_1_p12_value") AS "p12"
  FROM _moving1_1_p12
  GROUP BY 1
),
_moving1_rows AS MATERIALIZED (
  SELECT "d1", sum("p11") AS "p11", max("p12") AS "p12", sum("p20") AS "p20"
  FROM (
    SELECT "d1", "p11", 0 AS "p12", "p20"
    FROM _moving1_1
    UNION ALL
    SELECT "d1", NULL AS "p11", "p12", NULL AS "p20"
    FROM _moving1_1_p12_rows
  ) AS _moving1_all
  GROUP BY 1
),
_moving1_levels AS (
  SELECT 0 AS "_level", NULL AS "d1", sum("p11") AS "p11", (SELECT count(DISTINCT "_moving1_1_p12_value") FROM _moving1_1_p12) AS "p12", sum("p20") AS "p20"
  FROM _moving1_rows
  UNION ALL
  SELECT 1 AS "_level", "d1", "p11", "p12", "p20"
  FROM _moving1_rows
),
_moving1_seen AS MATERIALIZED (
  SELECT "_level", "d1", "p11", "p12", "p13", "p20", "p19"
  FROM (
    SELECT r.*, r."p11" / nullif(r."p12", 0) AS "p13", r."p11" + 1 AS "p19"
    FROM (
      SELECT "_level", "d1", coalesce("p11", 0) AS "p11", "p12", "p20"
      FROM _moving1_levels
    ) AS r
  ) AS r
  WHERE r."_level" IN (1)
),
_moving1 AS MATERIALIZED (
  SELECT r.*, CASE WHEN r."d1" IS NOT NULL THEN coalesce(sum(r."p11") OVER (PARTITION BY r."_level" ORDER BY r."_period" RANGE BETWEEN 6 PRECEDING AND CURRENT ROW), 0) / nullif((count(r."p11") OVER (PARTITION BY r."_level" ORDER BY r."_period" RANGE BETWEEN 6 PRECEDING AND CURRENT ROW) + (7 - sum(r."_present") OVER (PARTITION BY r."_level" ORDER BY r."_period" RANGE BETWEEN 6 PRECEDING AND CURRENT ROW))), 0) END AS "p11_c1", CASE WHEN r."d1" IS NOT NULL THEN coalesce(sum(r."p11") OVER (PARTITION BY r."_level" ORDER BY r."_period" RANGE BETWEEN 6 PRECEDING AND CURRENT ROW), 0) END AS "p11_c2", CASE WHEN r."d1" IS NOT NULL THEN coalesce(sum(r."p12") OVER (PARTITION BY r."_level" ORDER BY r."_period" RANGE BETWEEN 6 PRECEDING AND CURRENT ROW), 0) / nullif((count(r."p12") OVER (PARTITION BY r."_level" ORDER BY r."_period" RANGE BETWEEN 6 PRECEDING AND CURRENT ROW) + (7 - sum(r."_present") OVER (PARTITION BY r."_level" ORDER BY r."_period" RANGE BETWEEN 6 PRECEDING AND CURRENT ROW))), 0) END AS "p12_c3", CASE WHEN r."d1" IS NOT NULL THEN CASE WHEN _blank."p13" IS NULL THEN sum(r."p13") OVER (PARTITION BY r."_level" ORDER BY r."_period" RANGE BETWEEN 6 PRECEDING AND CURRENT ROW) / nullif(count(r."p13") OVER (PARTITION BY r."_level" ORDER BY r."_period" RANGE BETWEEN 6 PRECEDING AND CURRENT ROW), 0) ELSE (coalesce(sum(r."p13") OVER (PARTITION BY r."_level" ORDER BY r."_period" RANGE BETWEEN 6 PRECEDING AND CURRENT ROW), 0) + (7 - sum(r."_present") OVER (PARTITION BY r."_level" ORDER BY r."_period" RANGE BETWEEN 6 PRECEDING AND CURRENT ROW)) * _blank."p13") / nullif((count(r."p13") OVER (PARTITION BY r."_level" ORDER BY r."_period" RANGE BETWEEN 6 PRECEDING AND CURRENT ROW) + (7 - sum(r."_present") OVER (PARTITION BY r."_level" ORDER BY r."_period" RANGE BETWEEN 6 PRECEDING AND CURRENT ROW))), 0) END END AS "p13_c4", CASE WHEN r."d1" IS NOT NULL THEN sum(r."p20") OVER (PARTITION BY r."_level" ORDER BY r."_period" RANGE BETWEEN 6 PRECEDING AND CURRENT ROW) / nullif(count(r."p20") OVER (PARTITION BY r."_level" ORDER BY r."_period" RANGE BETWEEN 6 PRECEDING AND CURRENT ROW), 0) END AS "p20_c5", CASE WHEN r."d1" IS NOT NULL THEN CASE WHEN _blank."p19" IS NULL THEN sum(r."p19") OVER (PARTITION BY r."_level" ORDER BY r."_period" RANGE BETWEEN 6 PRECEDING AND CURRENT ROW) / nullif(count(r."p19") OVER (PARTITION BY r."_level" ORDER BY r."_period" RANGE BETWEEN 6 PRECEDING AND CURRENT ROW), 0) ELSE (coalesce(sum(r."p19") OVER (PARTITION BY r."_level" ORDER BY r."_period" RANGE BETWEEN 6 PRECEDING AND CURRENT ROW), 0) + (7 - sum(r."_present") OVER (PARTITION BY r."_level" ORDER BY r."_period" RANGE BETWEEN 6 PRECEDING AND CURRENT ROW)) * _blank."p19") / nullif((count(r."p19") OVER (PARTITION BY r."_level" ORDER BY r."_period" RANGE BETWEEN 6 PRECEDING AND CURRENT ROW) + (7 - sum(r."_present") OVER (PARTITION BY r."_level" ORDER BY r."_period" RANGE BETWEEN 6 PRECEDING AND CURRENT ROW))), 0) END END AS "p19_c6"
  FROM (
    SELECT r.*, coalesce(TRY_CAST(date_diff('day', DATE '1970-01-01', r."d1") AS BIGINT), -100000000) AS "_period"
    FROM (
      SELECT "_level", "d1", "p11", "p12", "p13", "p20", "p19", 1 AS "_present"
      FROM _moving1_seen
      UNION ALL
      SELECT "_level", "d1", NULL AS "p11", NULL AS "p12", NULL AS "p13", NULL AS "p20", NULL AS "p19", 0 AS "_present"
      FROM (
        SELECT "_level", "d1"
        FROM _levels
        WHERE "_level" IN (1)
        EXCEPT
        SELECT "_level", "d1"
        FROM _moving1_seen
      ) AS lacking
    ) AS r
  ) AS r
  CROSS JOIN _blank
)
SELECT r."d1", r."p11", r."p11_c1", r."p11_c2", r."p12", r."p12_c3", r."p13", r."p13_c4", r."p20", r."p20_c5", r."p19", r."p19_c6"
FROM (
  SELECT r.*, _moving1."p11_c1" AS "p11_c1", _moving1."p11_c2" AS "p11_c2", _moving1."p12_c3" AS "p12_c3", _moving1."p13_c4" AS "p13_c4", _moving1."p20_c5" AS "p20_c5", _moving1."p19_c6" AS "p19_c6"
  FROM (
    SELECT r.*, r."p11" / nullif(r."p12", 0) AS "p13", r."p11" + 1 AS "p19"
    FROM (
      SELECT "_level", "d1", coalesce("p11", 0) AS "p11", "p12", "p20"
      FROM _levels
    ) AS r
  ) AS r
  CROSS JOIN _blank
  LEFT JOIN _moving1 ON _moving1."_level" IS NOT DISTINCT FROM r."_level" AND _moving1."d1" IS NOT DISTINCT FROM r."d1"
) AS r
ORDER BY r."_level", r."d1" ASC NULLS LAST
LIMIT 100002
